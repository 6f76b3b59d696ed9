// check.mjs: the TypeScript compiler over the page's JSDoc types, strict (tsconfig.json). In the
// files that untyped.txt names, what has no type may still be anything; one in which all has a type
// has to leave that list. Prints what is wrong, and fails then.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../../..');
const LIST = 'tests/web/types/untyped.txt';

const report = (text) => {
  console.log(text);
  process.exitCode = 1;
};

function readConfig() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => report(String(messageText)) };
  return ts.getParsedCommandLineOfConfigFile(resolve(here, 'tsconfig.json'), {}, host);
}

const { fileNames, options } = readConfig();
const untyped = new Set(readFileSync(resolve(root, LIST), 'utf8').split('\n').filter(Boolean));
const nameOf = (file) => relative(root, file.fileName);
const isOurs = (file) => nameOf(file).startsWith('web/');
const isListed = (file) => untyped.has(nameOf(file));

/** What a program finds in its files that a list of ours chooses. */
const findings = (program, chosen) => program.getSourceFiles().filter((file) => isOurs(file) && chosen(file))
  .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);

const strict = ts.createProgram(fileNames, options);
const loose = untyped.size ? ts.createProgram(fileNames, { ...options, noImplicitAny: false }, undefined, strict) : strict;
const found = [...strict.getGlobalDiagnostics(), ...findings(strict, (file) => !isListed(file)), ...findings(loose, isListed)];
if (found.length) {
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
  report(ts.formatDiagnostics(found, host).trimEnd());
}

const isTyped = (name) => {
  const file = strict.getSourceFile(resolve(root, name));
  return !file || strict.getSemanticDiagnostics(file).length === 0;
};
for (const name of untyped) if (isTyped(name)) report(`${LIST}: ${name} has a type everywhere, or is not there: take it off the list`);
