// What ESLint reads in the page: the few rules that find faults, or keep what docs/web.md
// promises. Names and types are the compiler's (tsconfig.json).

const noMarkup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write', 'writeln'].map((property) => ({
  property, message: 'Text enters the page as text nodes (web/ui/dom.js).',
}));

export default [{
  files: ['web/**/*.js', 'tests/web/**/*.mjs', 'bench/**/*.mjs'],
  languageOptions: { ecmaVersion: 2022, sourceType: 'module' },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'no-unused-vars': ['error', { args: 'after-used', argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-use-before-define': 'off',
    'no-shadow': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: 'error',
    'no-implicit-coercion': 'error',
    'no-unreachable': 'error',
    'no-dupe-keys': 'error',
    'no-fallthrough': 'error',
    'no-unused-expressions': 'error',
    'no-cond-assign': 'error',
    'no-self-compare': 'error',
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'array-callback-return': 'error',
    'no-restricted-properties': ['error', ...noMarkup],
    'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }],
  },
}];
