/** Patterns that need not be linear, each with its reason. `source` null: composed at run time. */
export const allowed = [
  {
    file: 'packages/gateway/src/content-filter/word-finder.ts',
    source: null,
    why: 'at most four words of 64 letters, in which nothing repeats',
  },
  {
    file: 'packages/contract/src/options/kinds.ts',
    source: '[\\s/]+$',
    why: 'an address the operator typed',
  },
  ...[
    ['packages/gateway/src/adapt/reasoning-models.ts', '^gpt-5\\.\\d+(?!.*(codex|pro))'],
    ['packages/gateway/src/protocols/bedrock-invoke/embeddings.ts', 'nova.*embed'],
    ['packages/gateway/src/pricing/holds/output-limits.ts', 'gpt-4o|gpt-5[\\w.-]*-chat'],
  ].map(([file, source]) => ({ file, source, why: 'the name of a model that a channel lists' })),
  {
    file: 'packages/gateway/src/protocols/gemini/address.ts',
    source: '\\/models\\/(.+):(\\w+)$',
    why: 'a path, no longer than a request line may be',
  },
  {
    file: 'packages/gateway/src/protocols/laws/recordings.ts',
    source: '\\/models\\/[^/]+:(generateContent|streamGenerateContent)(\\?|$)',
    why: 'recordings of tests',
  },
  {
    file: 'packages/gateway/src/errors/secret-patterns.ts',
    source:
      '\\b(?:x-)?(?:goog-)?api[-_ ]?key["\']?(?:\\s(?:provided|given|used))?\\s{0,8}[:=]\\s{0,8}["\']?([^\\s"\'&,;\\\\]{5,}[^\\s"\'&,;.\\\\])',
    why: 'a match takes all that follows it, so that one begins once; a megabyte of it is tried in a test',
  },
  {
    file: 'packages/gateway/src/raw/scan-json.ts',
    source: '(?:-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)(?![\\w.+-])',
    why: 'sticky: tried at one place, and what it gives back it tries once',
  },
  {
    file: 'packages/gateway/src/raw/multipart/split.ts',
    source: ';\\s*([\\w*-]+)\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*))',
    why: 'sticky: tried at one place of a head of 16 KiB at most',
  },
]
