-- Days are counts of days since 1970-01-01; times are seconds since 1970-01-01T00:00:00 on the clock of the database's
-- own zone; money is whole fen. An absent value is NULL.

CREATE TABLE setting (
    setting_id INTEGER PRIMARY KEY CHECK (setting_id = 1),
    utc_offset_seconds INTEGER NOT NULL
) STRICT;

CREATE TABLE file (
    file_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    ingested_at INTEGER NOT NULL, -- seconds since 1970 in UTC
    accepted INTEGER NOT NULL,
    duplicate INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    sha256 TEXT NOT NULL, -- of what the file holds, unpacked
    -- What its manifest says.
    source TEXT NOT NULL,
    sequence INTEGER,
    booking_day INTEGER
) STRICT;

-- A source counts its files.
CREATE UNIQUE INDEX file_by_sequence ON file (source, sequence) WHERE sequence IS NOT NULL;

-- The columns that some file brought, so that a campaign can be refused which names one that never came.
CREATE TABLE stored_column (
    name TEXT NOT NULL,
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)), -- 1: named by --keep, stored in txn.kept
    PRIMARY KEY (name, kept)
) STRICT, WITHOUT ROWID;

-- One accepted row; row_id is the order of arrival. In this table and in decision the references are not declared: to
-- check them row by row would cost more than the rows. The program writes them in the transaction that writes their
-- targets, and a test checks them.
CREATE TABLE txn (
    row_id INTEGER PRIMARY KEY,
    txn_id TEXT NOT NULL,
    is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
    txn_time INTEGER NOT NULL,
    booking_day INTEGER NOT NULL,
    posted_on INTEGER,
    amount_fen INTEGER NOT NULL CHECK (amount_fen > 0),
    card_id TEXT,
    token_id TEXT,
    cardholder_id TEXT,
    currency TEXT,
    type TEXT,
    status TEXT,
    pay_method TEXT,
    channel TEXT,
    mcc TEXT,
    merchant_id TEXT,
    original_txn_id TEXT,
    kept TEXT, -- a JSON object
    -- 1: no file said it; it is what the card master, or the bindings, had when the row was first decided.
    cardholder_looked_up INTEGER NOT NULL DEFAULT 0 CHECK (cardholder_looked_up IN (0, 1)),
    channel_looked_up INTEGER NOT NULL DEFAULT 0 CHECK (channel_looked_up IN (0, 1)),
    file_id INTEGER NOT NULL, -- of file
    line INTEGER NOT NULL
) STRICT;

-- An id keeps at most one pending row and one final row.
CREATE UNIQUE INDEX txn_identity ON txn (txn_id, is_pending);
-- What a run closes.
CREATE INDEX txn_by_booking_day ON txn (booking_day);
-- The money back of a purchase.
CREATE INDEX txn_by_original ON txn (original_txn_id) WHERE original_txn_id IS NOT NULL;

-- A row that was there already, and a file of another content that said it again.
CREATE TABLE repeated (
    row_id INTEGER NOT NULL, -- of txn
    file_id INTEGER NOT NULL, -- of file
    PRIMARY KEY (row_id, file_id)
) STRICT, WITHOUT ROWID;

-- A row that was rejected since a stored one has its id and says something else.
CREATE TABLE conflict (
    file_id INTEGER NOT NULL, -- of file
    line INTEGER NOT NULL,
    row_id INTEGER NOT NULL, -- of txn: the row that is stored
    PRIMARY KEY (file_id, line)
) STRICT, WITHOUT ROWID;

-- The card master: whose a card is from a day on. Of several entries the one that began last holds.
CREATE TABLE card (
    card_id TEXT NOT NULL,
    valid_from INTEGER NOT NULL,
    cardholder_id TEXT NOT NULL, -- the primary cardholder
    is_supplementary INTEGER NOT NULL CHECK (is_supplementary IN (0, 1)),
    valid_through INTEGER, -- the last day; NULL: until further notice
    PRIMARY KEY (card_id, valid_from)
) STRICT, WITHOUT ROWID;

-- How a card, or a token of it, is bound from a moment on. One of the two ids may be empty.
CREATE TABLE binding (
    token_id TEXT NOT NULL,
    card_id TEXT NOT NULL,
    bound_at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    unbound_at INTEGER, -- the first second in which it is no more
    PRIMARY KEY (token_id, card_id, bound_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX binding_by_card ON binding (card_id);

CREATE TABLE campaign (
    campaign_id INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    closed_through INTEGER, -- the last closed day; NULL before the first run
    last_row_id INTEGER NOT NULL DEFAULT 0 -- the last row that had arrived when that day was closed
) STRICT;

-- The newest version of a campaign is the one that decides.
CREATE TABLE rule_version (
    version_id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign,
    hash TEXT NOT NULL,
    file_name TEXT NOT NULL,
    rules TEXT NOT NULL
) STRICT;

-- Who has enrolled in which campaign, by cardholder or by card. A campaign may be registered after that.
CREATE TABLE enrolment (
    campaign TEXT NOT NULL, -- its id
    owner TEXT NOT NULL CHECK (owner IN ('cardholder', 'card')),
    identity TEXT NOT NULL,
    enrolled_at INTEGER NOT NULL, -- seconds since 1970 on the clock of the database's own zone
    PRIMARY KEY (campaign, owner, identity, enrolled_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
    run_id INTEGER PRIMARY KEY,
    through INTEGER NOT NULL,
    ran_at INTEGER NOT NULL -- seconds since 1970 in UTC
) STRICT;

CREATE TABLE verdict (
    verdict_id INTEGER PRIMARY KEY,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    UNIQUE (outcome, reason)
) STRICT;

CREATE TABLE decision (
    campaign_id INTEGER NOT NULL, -- of campaign
    row_id INTEGER NOT NULL, -- of txn
    verdict_id INTEGER NOT NULL, -- of verdict
    decided_on INTEGER NOT NULL, -- the day that decided: the booking day, or the first open one after it
    version_id INTEGER NOT NULL, -- of rule_version
    run_id INTEGER NOT NULL, -- of run
    provisional INTEGER NOT NULL CHECK (provisional IN (0, 1)), -- 1: waits for a purchase, a final row or a cardholder
    PRIMARY KEY (campaign_id, row_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX decision_provisional ON decision (campaign_id, row_id) WHERE provisional = 1;

CREATE TABLE ledger (
    entry_id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign,
    version_id INTEGER NOT NULL REFERENCES rule_version, -- the version that gave the award
    cardholder_id TEXT NOT NULL,
    card_id TEXT,
    row_id INTEGER REFERENCES txn, -- the row that caused the entry; NULL for an adjustment
    kind TEXT NOT NULL CHECK (kind IN ('award', 'clawback', 'adjustment')),
    amount_fen INTEGER NOT NULL CHECK (amount_fen <> 0),
    step INTEGER CHECK (step > 0), -- NULL for an adjustment
    channel TEXT,
    cycle INTEGER,
    booking_day INTEGER NOT NULL,
    run_id INTEGER REFERENCES run, -- NULL for an adjustment
    takes_back INTEGER REFERENCES ledger,
    -- Of an adjustment: why, and the two who answer for it.
    reason TEXT,
    entered_by TEXT,
    approved_by TEXT,
    CHECK (kind = 'adjustment' OR (kind = 'award') = (amount_fen > 0)),
    CHECK ((kind = 'clawback') = (takes_back IS NOT NULL)),
    CHECK ((kind = 'adjustment') = (row_id IS NULL) AND (row_id IS NULL) = (step IS NULL)),
    CHECK ((kind = 'adjustment') = (run_id IS NULL) AND (run_id IS NULL) = (reason IS NOT NULL)),
    CHECK ((reason IS NULL) = (entered_by IS NULL) AND (reason IS NULL) = (approved_by IS NULL)),
    CHECK (entered_by IS NULL OR lower(entered_by) <> lower(approved_by))
) STRICT;

-- A row has at most one entry per campaign.
CREATE UNIQUE INDEX ledger_by_row ON ledger (row_id, campaign_id);
CREATE INDEX ledger_by_cardholder ON ledger (cardholder_id);
CREATE INDEX ledger_by_award ON ledger (takes_back) WHERE takes_back IS NOT NULL;

CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never changed');
END;

CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never deleted');
END;

-- INSERT OR REPLACE would delete without the trigger above: an entry is only ever added at the end.
CREATE TRIGGER ledger_only_grows BEFORE INSERT ON ledger
WHEN NEW.entry_id <= (SELECT coalesce(max(entry_id), 0) FROM ledger)
    OR EXISTS (SELECT 1 FROM ledger WHERE row_id = NEW.row_id AND campaign_id = NEW.campaign_id)
BEGIN
    SELECT RAISE(ABORT, 'the ledger is append-only: an entry is never replaced');
END;

CREATE TRIGGER ledger_takes_back_at_most_once BEFORE INSERT ON ledger
WHEN NEW.takes_back IS NOT NULL
    AND coalesce((
        SELECT amount_fen + coalesce((SELECT sum(amount_fen) FROM ledger WHERE takes_back = NEW.takes_back), 0)
        FROM ledger
        WHERE entry_id = NEW.takes_back AND kind = 'award' AND campaign_id = NEW.campaign_id
    ), 0) + NEW.amount_fen < 0
BEGIN
    SELECT RAISE(ABORT, 'an award is taken back at most in full');
END;
