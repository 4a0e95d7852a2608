-- A journal as an agent left it, but for its checksums, which the tests write. Made with: sqlite3 journal.db .dump
PRAGMA application_id = 1399157825;
PRAGMA user_version = 11;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1), epoch TEXT NOT NULL,
    seq INTEGER NOT NULL, counter INTEGER NOT NULL, horizon INTEGER NOT NULL,
    history_id INTEGER NOT NULL,
    boot TEXT NOT NULL, ended INTEGER NOT NULL, row_sum INTEGER NOT NULL);
INSERT INTO journal VALUES(1,'5a17c8f29e36d163391b5dffcf0b73d5',6,7,0,4,'boot 1',0,0);
CREATE TABLE registers (
    domain TEXT NOT NULL, key TEXT NOT NULL,
    wall INTEGER NOT NULL, counter INTEGER NOT NULL, agent TEXT NOT NULL,
    value TEXT, origin TEXT NOT NULL,
    PRIMARY KEY (domain, key)) WITHOUT ROWID;
INSERT INTO registers VALUES('org.example.editor','elsewhere',1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5','5','file:/home/alice/settings.toml');
INSERT INTO registers VALUES('org.example.editor','font.size',1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5','14','file:/home/alice/settings.toml');
INSERT INTO registers VALUES('org.example.editor','größe',1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5','"x"','file:/home/alice/settings.toml');
INSERT INTO registers VALUES('org.example.editor','list',1795466742326,1,'5a17c8f29e36d163391b5dffcf0b73d5','[1,"two",null]','file:/home/alice/settings.json');
INSERT INTO registers VALUES('org.example.editor','theme',1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5',NULL,'file:/home/alice/settings.toml');
INSERT INTO registers VALUES('org.example.editor','volume',1795466742326,2,'5a17c8f29e36d163391b5dffcf0b73d5','51237','file:/home/alice/settings.toml');
CREATE TABLE changes (
    domain TEXT NOT NULL, key TEXT NOT NULL, rev INTEGER NOT NULL,
    value TEXT, layer TEXT NOT NULL, origin TEXT NOT NULL,
    PRIMARY KEY (domain, key)) WITHOUT ROWID;
INSERT INTO changes VALUES('org.example.editor','elsewhere',6,'5','user','client:settingsctl');
INSERT INTO changes VALUES('org.example.editor','font.size',3,'14','user','client:settingsctl');
INSERT INTO changes VALUES('org.example.editor','größe',5,'"x"','user','client:settingsctl');
INSERT INTO changes VALUES('org.example.editor','list',1,'[1,"two",null]','user','file:/home/alice/settings.json');
INSERT INTO changes VALUES('org.example.editor','theme',4,NULL,'user','client:settingsctl');
INSERT INTO changes VALUES('org.example.editor','volume',1,'51237','user','file:/home/alice/settings.json');
CREATE TABLE history (
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, time INTEGER NOT NULL,
    domain TEXT NOT NULL, key TEXT NOT NULL, value TEXT, old TEXT, kept TEXT,
    origin TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT,
    step INTEGER NOT NULL, undoes TEXT, secret INTEGER NOT NULL,
    file TEXT, at TEXT, checksum INTEGER NOT NULL);
INSERT INTO history VALUES(1,3,1795466743882,'org.example.editor','font.size','14','12',NULL,'client:settingsctl','set',NULL,1,NULL,0,NULL,NULL,0);
INSERT INTO history VALUES(2,4,1795466743974,'org.example.editor','theme',NULL,'"dark"',NULL,'client:settingsctl','set',NULL,2,NULL,0,NULL,NULL,0);
INSERT INTO history VALUES(3,5,1795466744019,'org.example.editor','größe','"x"',NULL,NULL,'client:settingsctl','set',NULL,3,NULL,0,NULL,NULL,0);
INSERT INTO history VALUES(4,6,1795466744070,'org.example.editor','elsewhere','5',NULL,NULL,'client:settingsctl','set',NULL,4,NULL,0,NULL,NULL,0);
CREATE TABLE replicas (
    id INTEGER PRIMARY KEY, domain TEXT NOT NULL, path TEXT NOT NULL,
    UNIQUE (domain, path));
INSERT INTO replicas VALUES(1,'org.example.editor','/home/alice/settings.json');
INSERT INTO replicas VALUES(2,'org.example.editor','/home/alice/settings.toml');
CREATE TABLE replica_states (
    replica INTEGER PRIMARY KEY, top INTEGER, missing_since INTEGER, left_saves TEXT);
INSERT INTO replica_states VALUES(1,1,NULL,NULL);
INSERT INTO replica_states VALUES(2,6,NULL,NULL);
CREATE TABLE intents (
    replica INTEGER PRIMARY KEY,
    temporary_path TEXT NOT NULL, target_path TEXT NOT NULL, method TEXT NOT NULL,
    device INTEGER NOT NULL, inode INTEGER NOT NULL,
    old_text INTEGER, old_device INTEGER, old_inode INTEGER, old_modified INTEGER,
    new_text INTEGER NOT NULL, base INTEGER, decided INTEGER NOT NULL);
CREATE TABLE intent_shown (
    replica INTEGER NOT NULL, key TEXT NOT NULL,
    wall INTEGER, counter INTEGER, agent TEXT,
    PRIMARY KEY (replica, key)) WITHOUT ROWID;
CREATE TABLE versions (
    replica INTEGER NOT NULL, number INTEGER NOT NULL, text INTEGER NOT NULL,
    author TEXT NOT NULL, holders INTEGER NOT NULL, possible_holders INTEGER NOT NULL,
    device INTEGER NOT NULL, inode INTEGER NOT NULL, recorded INTEGER NOT NULL,
    modified INTEGER, changed INTEGER, name_folder INTEGER, file_folder INTEGER,
    PRIMARY KEY (replica, number)) WITHOUT ROWID;
INSERT INTO versions VALUES(1,1,1,'foreign',1,1,65024,16236677,1795466742400,1795466742400,1795466742404,16236600,16236600);
INSERT INTO versions VALUES(2,1,2,'foreign',0,1,65024,16236676,1795466742403,1795466742403,1795466742407,16236600,16236600);
INSERT INTO versions VALUES(2,2,3,'agent',0,0,65024,16236698,1795466743898,NULL,NULL,NULL,NULL);
INSERT INTO versions VALUES(2,3,4,'agent',0,0,65024,16236699,1795466743986,NULL,NULL,NULL,NULL);
INSERT INTO versions VALUES(2,4,5,'agent',0,0,65024,16236701,1795466744038,NULL,NULL,NULL,NULL);
INSERT INTO versions VALUES(2,5,6,'agent',0,0,65024,16236702,1795466744082,1795466744082,1795466744086,16236600,16236600);
INSERT INTO versions VALUES(2,6,7,'foreign',2,0,65024,16236702,1795466744595,1795466744595,1795466744599,16236600,16236600);
CREATE TABLE texts (
    id INTEGER PRIMARY KEY, replica INTEGER NOT NULL, checksum INTEGER NOT NULL);
INSERT INTO texts VALUES(1,1,3077150813846567463);
INSERT INTO texts VALUES(2,2,-8977755966064105847);
INSERT INTO texts VALUES(3,2,-3877989354840139787);
INSERT INTO texts VALUES(4,2,-8446456456217926066);
INSERT INTO texts VALUES(5,2,-7379732591490827856);
INSERT INTO texts VALUES(6,2,7203047803965498484);
INSERT INTO texts VALUES(7,2,-2471118275810115534);
CREATE TABLE text_bytes (text INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
INSERT INTO text_bytes VALUES(1,X'7b0a202022766f6c756d65223a2035313233372c0a2020226c697374223a205b312c202274776f222c206e756c6c5d0a7d0a');
INSERT INTO text_bytes VALUES(2,X'23204d696e652e0a766f6c756d65203d2035313233370a7468656d65203d20226461726b220a5b666f6e745d0a73697a65203d2031320a');
INSERT INTO text_bytes VALUES(3,X'23204d696e652e0a766f6c756d65203d2035313233370a7468656d65203d20226461726b220a5b666f6e745d0a73697a65203d2031340a');
INSERT INTO text_bytes VALUES(4,X'23204d696e652e0a766f6c756d65203d2035313233370a5b666f6e745d0a73697a65203d2031340a');
INSERT INTO text_bytes VALUES(5,X'23204d696e652e0a766f6c756d65203d2035313233370a226772c3b6c39f6522203d202278220a5b666f6e745d0a73697a65203d2031340a');
INSERT INTO text_bytes VALUES(6,X'23204d696e652e0a766f6c756d65203d2035313233370a226772c3b6c39f6522203d202278220a656c73657768657265203d20350a5b666f6e745d0a73697a65203d2031340a');
INSERT INTO text_bytes VALUES(7,X'23204d696e652e0a766f6c756d65203d2035313233370a226772c3b6c39f6522203d202278220a656c73657768657265203d20350a5b666f6e745d0a73697a65203d2031340a23204d696e652c20746f6f2e0a');
CREATE TABLE shown (
    replica INTEGER NOT NULL, key TEXT NOT NULL, since INTEGER NOT NULL,
    wall INTEGER, counter INTEGER, agent TEXT,
    PRIMARY KEY (replica, key, since)) WITHOUT ROWID;
INSERT INTO shown VALUES(1,'list',1,1795466742326,1,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(1,'volume',1,1795466742326,1,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'elsewhere',5,1795466744070,6,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'elsewhere',6,1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'font.size',1,1795466742326,2,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'font.size',2,1795466743882,3,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'font.size',6,1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'größe',4,1795466744019,5,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'größe',6,1795466744590,7,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'theme',1,1795466742326,2,'5a17c8f29e36d163391b5dffcf0b73d5');
INSERT INTO shown VALUES(2,'theme',3,NULL,NULL,NULL);
INSERT INTO shown VALUES(2,'volume',1,1795466742326,2,'5a17c8f29e36d163391b5dffcf0b73d5');
CREATE TABLE hooks (
    domain TEXT NOT NULL, hook TEXT NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (domain, hook)) WITHOUT ROWID;
CREATE TABLE secrets (domain TEXT NOT NULL, key TEXT, open TEXT);
INSERT INTO secrets VALUES('org.example.editor','token',NULL);
CREATE INDEX history_of_domain ON history (domain);
COMMIT;
