// The WebAssembly module in Node.js, as the page's worker has it, and the native program with
// the same commands.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModule } from '../../web/offline/module.js';

/** @returns {Promise<{call: (command: string) => string, memory: WebAssembly.Memory}>} */
export async function openWasm(build) {
  return openModule(await WebAssembly.compile(await readFile(join(build, 'flagfall.wasm'))));
}

/** What the native program answers to these commands, line by line. */
export function nativeAnswers(build, commands) {
  return new Promise((done, fail) => {
    const child = spawn(join(build, 'offline-door'), [], { stdio: ['pipe', 'pipe', 'inherit'] });
    const parts = [];
    child.on('error', fail);
    child.stdout.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      if (code !== 0) fail(new Error(`offline-door ended with ${code}`));
      else done(Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1));
    });
    child.stdin.end(`${commands.join('\n')}\n`);
  });
}
