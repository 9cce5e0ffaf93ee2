CREATE SCHEMA forno;
SET search_path = forno;
CREATE TABLE house (
    name text PRIMARY KEY,
    value text NOT NULL
);
CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    entry text NOT NULL,
    due double precision,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE tables (
    table_id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    variant text NOT NULL,
    phase text NOT NULL,
    public boolean NOT NULL,
    players integer NOT NULL,
    names text NOT NULL,
    bots text NOT NULL,
    clock integer NOT NULL,
    opened double precision NOT NULL,
    changed double precision NOT NULL,
    wakes boolean NOT NULL,
    places text NOT NULL
);
CREATE INDEX lobby ON tables (phase, changed) WHERE public;
CREATE INDEX waking ON tables (table_id) WHERE wakes;
CREATE UNLOGGED TABLE workers (
    worker text PRIMARY KEY,
    seen timestamptz NOT NULL
);
CREATE UNLOGGED TABLE leases (
    table_id text COLLATE "C" PRIMARY KEY,
    worker text NOT NULL REFERENCES workers ON DELETE CASCADE
);
CREATE INDEX leases_of_a_worker ON leases (worker);
CREATE UNLOGGED TABLE attendance (
    table_id text COLLATE "C" NOT NULL,
    worker text NOT NULL REFERENCES workers ON DELETE CASCADE,
    seats integer[] NOT NULL,
    PRIMARY KEY (table_id, worker)
);
CREATE INDEX attendance_of_a_worker ON attendance (worker);
CREATE UNLOGGED TABLE notes (
    name text PRIMARY KEY,
    note text NOT NULL,
    until timestamptz NOT NULL
);
CREATE INDEX finished ON tables (table_id) WHERE phase = 'over';
CREATE TABLE leaves (
    binder text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (binder, name)
);
CREATE TABLE outbox (
    table_id text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    topic text NOT NULL,
    turn double precision NOT NULL,
    ready double precision,
    attempts integer NOT NULL,
    delivered text NOT NULL,
    PRIMARY KEY (table_id, seat, topic, turn)
);
CREATE INDEX waiting ON outbox (ready) WHERE ready IS NOT NULL;
INSERT INTO entries VALUES ('a', 0, '{"kind":"opened","time":1.0,"game":"mamma-mia","options":{"players":2,"starter":"green"},"deck_text":null,"settings":{"public":true,"clock":0,"pace":"normal"}}', NULL);
INSERT INTO entries VALUES ('a', 1, '{"kind":"sat","time":2.0,"seat":0,"name":"Anna","key_hash":"hash"}', NULL);
INSERT INTO entries VALUES ('a', 2, '{"kind":"bot-sat","time":2.0,"seat":1,"bot":"random","name":""}', NULL);
INSERT INTO entries VALUES ('a', 3, '{"kind":"started","time":3.0,"seed":7,"rules":1,"deck":"2c1dfdeac20c8711"}', 3.0);
INSERT INTO tables VALUES ('a', 'mamma-mia', 'classic', 'playing', true, 2, '["Anna", "Random"]', '[false, true]', 0, 1.0, 3.0, true, '[]');
INSERT INTO outbox VALUES ('a', 0, 'turn', 3.0, 3.0, 0, '');
INSERT INTO leaves VALUES ('binder', 'name', 'text');
INSERT INTO house VALUES ('version', '3');
INSERT INTO house VALUES ('secret', 'olives');
