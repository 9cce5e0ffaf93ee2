PRAGMA application_id = 1181708910;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    due REAL DEFAULT 0,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
INSERT INTO "entries" VALUES('a',0,'{"kind":"opened","time":1.0,"game":"mamma-mia","options":{"players":2,"starter":"green"},"deck_text":null,"settings":{"public":true,"clock":0,"pace":"normal"}}',NULL);
INSERT INTO "entries" VALUES('a',1,'{"kind":"sat","time":2.0,"seat":0,"name":"Anna","key_hash":"hash"}',NULL);
INSERT INTO "entries" VALUES('a',2,'{"kind":"bot-sat","time":2.0,"seat":1,"bot":"random","name":""}',NULL);
INSERT INTO "entries" VALUES('a',3,'{"kind":"started","time":3.0,"seed":7,"rules":1,"deck":"2c1dfdeac20c8711"}',3.0);
CREATE TABLE tables (
    table_id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    players INTEGER NOT NULL,
    names TEXT NOT NULL,
    bots TEXT NOT NULL,
    clock INTEGER NOT NULL,
    opened REAL NOT NULL,
    changed REAL NOT NULL,
    wakes INTEGER NOT NULL,
    places TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
INSERT INTO "tables" VALUES('a','mamma-mia','classic','playing',1,2,'["Anna", "Random"]','[false, true]',0,1.0,3.0,1,'[]');
CREATE INDEX lobby ON tables (phase, changed) WHERE public;
CREATE INDEX waking ON tables (table_id) WHERE wakes;
CREATE INDEX finished ON tables (table_id) WHERE phase = 'over';
CREATE TABLE leaves (
    binder TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (binder, name)
) WITHOUT ROWID;
INSERT INTO "leaves" VALUES('binder','name','text');
CREATE TABLE outbox (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    topic TEXT NOT NULL,
    turn REAL NOT NULL,
    ready REAL,
    attempts INTEGER NOT NULL,
    delivered TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, topic, turn)
) WITHOUT ROWID;
CREATE INDEX waiting ON outbox (ready) WHERE ready IS NOT NULL;
INSERT INTO "outbox" VALUES('a',0,'turn',3.0,3.0,0,'');
COMMIT;
