-- Who has enrolled in which campaign, by cardholder or by card. A campaign may be registered after that.
CREATE TABLE enrolment (
    campaign TEXT NOT NULL, -- its id
    owner TEXT NOT NULL CHECK (owner IN ('cardholder', 'card')),
    identity TEXT NOT NULL,
    enrolled_at INTEGER NOT NULL, -- seconds since 1970 on the clock of the database's own zone
    PRIMARY KEY (campaign, owner, identity, enrolled_at)
) STRICT, WITHOUT ROWID;
