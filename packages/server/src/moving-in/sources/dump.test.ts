import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rejection } from '../../../test/support/rejection.ts'
import { flavourOf, readDump } from './dump.ts'
import { openSource } from './open-source.ts'
import { rowsOf } from './source.ts'

async function* inParts(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

/** Reads a dump in parts of this length, and returns the rows of a table. */
async function read(text: string, { length = text.length, table = 'options' } = {}) {
  const flavour = flavourOf(text) ?? 'mysql'
  const source = await readDump(inParts(text, length), { name: 'a dump', flavour, withLogs: true, sha256: () => '' })
  try {
    return [...rowsOf(source, table)]
  } finally {
    source.close()
  }
}

const NASTY = `q'uo"te\\ -- no comment; /* nor this */ $$ SET NAMES latin1;`
const QUOTED = `q\\'uo\\"te\\\\ -- no comment; /* nor this */ $$ SET NAMES latin1;`

const MYSQL = `/*M!999999\\- enable the sandbox mode */
-- MySQL dump 10.13  Distrib 8.0.36
# it's an old way to comment; and "this too
/*!40101 SET NAMES utf8mb4 */;
CREATE DATABASE /*!32312 IF NOT EXISTS*/ \`other\`;
USE \`other\`;
CREATE TABLE \`options\` (\`id\` char(36), \`key\` text);
INSERT INTO \`options\` VALUES ('not-a-number','of another program');
USE \`gateway\`;
CREATE TABLE IF NOT EXISTS \`users\` (\`id\` bigint);CREATE TABLE \`tokens\` (\`id\` bigint);CREATE TABLE \`channels\` (\`id\` bigint);
CREATE TABLE \`options\` (
  \`key\` varchar(191) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s, a (default)' COMMENT 'a\\'b; "c',
  \`value\` text /*!50606 STORAGE DISK */,
  \`made\` varchar(9) GENERATED ALWAYS AS (concat(\`key\`,',')) VIRTUAL,
  PRIMARY KEY (\`key\`), KEY \`an index\` (\`value\`(10))
) ENGINE=InnoDB COMMENT='odd; (table)' /*!50100 PARTITION BY HASH (1) */;
DELIMITER ;;
CREATE PROCEDURE p() BEGIN SELECT 1; INSERT INTO \`options\` VALUES ('from','a routine'); END ;;
DELIMITER ;
INSERT INTO \`options\` (\`key\`, \`value\`) VALUES ('a','${QUOTED}'),
('b',NULL),("c",'\\0\\n\\r\\t\\Z\\\\n'),('d',0x7465787427),('e',_binary 'bytes'),('f',X'E38182'),('g',_utf8mb4'\u{1d518}');
INSERT IGNORE INTO \`gateway\`.\`options\` (\`value\`,\`key\`) VALUE (-1.5e3,'h');
REPLACE INTO \`options\` (\`key\`,\`value\`) VALUES ('i',b'101');
-- Dump completed on 2026-11-27
`
const MYSQL_ROWS = [
  ['a', NASTY],
  ['b', null],
  ['c', '\0\n\r\t\x1a\\n'],
  ['d', `text'`],
  ['e', 'bytes'],
  ['f', 'あ'],
  ['g', '\u{1d518}'],
  ['h', '-1.5e3'],
  ['i', '5'],
]

const POSTGRES = `--
-- PostgreSQL database dump
--
\\restrict abc
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
CREATE FUNCTION auth.f() RETURNS text LANGUAGE plpgsql AS $body$ begin -- it's
 insert into options values (1); return 'a;b'; end $body$;
CREATE FUNCTION public.g() RETURNS text LANGUAGE sql AS $$ select 'it''s; "x' $$;
CREATE TABLE auth.users (id uuid, email text);
COPY auth.users (id, email) FROM stdin;
0b8f\tit's
\\.
CREATE TABLE public.users (id bigint);CREATE TABLE public.tokens (id bigint);CREATE TABLE public.channels (id bigint);
CREATE TABLE public.options (
    key text DEFAULT 'it''s'::text NOT NULL,
    "value" text COLLATE "C",
    made text GENERATED ALWAYS AS ((key || ';'::text)) STORED
);
COPY public.options (key, "value") FROM stdin;
a\t${NASTY.replaceAll('\\', '\\\\')}
b\t\\N
c\t\\n\\r\\t\\\\.\\x41\\101
d\t
\\.
INSERT INTO public.options VALUES ('e', E'q\\'\\\\n\\n', DEFAULT);
INSERT INTO public.options ("value", key) VALUES ('x''y\\n'::text, 'f'), (NULL, 'g');
--
-- PostgreSQL database dump complete
--
`
const POSTGRES_ROWS = [
  ['a', NASTY],
  ['b', null],
  ['c', '\n\r\t\\.AA'],
  ['d', ''],
  ['e', `q'\\n\n`],
  ['f', `x'y\\n`],
  ['g', null],
]

const pairs = (rows: Awaited<ReturnType<typeof read>>) => rows.map(({ key, value }) => [key, value])

describe.each([
  ['MySQL', MYSQL, MYSQL_ROWS],
  ['PostgreSQL', POSTGRES, POSTGRES_ROWS],
] as const)('a dump of %s', (_, dump, rows) => {
  test.each([1, 2, 3, 7, 64, 100_000])('is read the same in parts of %i characters', async length => {
    expect(pairs(await read(dump, { length })) as unknown).toEqual(rows)
  })

  test('is read with line ends of Windows', async () => {
    const read_ = pairs(await read(dump.replaceAll('\n', '\r\n')))
    expect(read_ as unknown).toEqual(rows)
  })

  test('cut anywhere is refused', async () => {
    for (let end = 400; end < dump.length - 60; end += 37)
      expect((await rejection(read(dump.slice(0, end)))).message).toMatch(/is truncated|come without its columns/)
  })
})

test('two gateways in one dump are refused by name', async () => {
  const tables = ['users', 'tokens', 'channels', 'options'].map(name => `CREATE TABLE \`${name}\` (\`id\` bigint);`)
  const dump = ['one', 'two'].map(name => `USE \`${name}\`;\n${tables.join('\n')}\n`).join('')
  expect((await rejection(read(dump))).message).toBe(
    'a dump has several gateways (one, two): make a dump of one of them.',
  )
})

test.each([
  [
    "/*!40101 SET SQL_MODE='ANSI,NO_BACKSLASH_ESCAPES' */;\nCREATE TABLE `options` (`key` text);",
    'NO_BACKSLASH_ESCAPES',
  ],
  ['/*!40101 SET NAMES latin1 */;\nCREATE TABLE `options` (`key` text);', 'in the charset latin1'],
  ["SET client_encoding = 'LATIN1';\nCREATE TABLE options (key text);", 'in the charset LATIN1'],
])('a dump that says %j is refused', async (dump, sentence) => {
  expect((await rejection(read(dump))).message).toContain(sentence)
})

test('a file that is packed in another way is refused by the name of the packing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-dump-'))
  const file = join(folder, 'dump.sql.bz2')
  writeFileSync(file, 'BZh91AY&SY')
  expect((await rejection(openSource(file, { withLogs: true }))).message).toContain('is packed with bzip2')
  rmSync(folder, { recursive: true, force: true })
})
