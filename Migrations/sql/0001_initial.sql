CREATE TABLE database (utc_offset_seconds INTEGER NOT NULL);
