// The rules, views and computer players as a WebAssembly module: commands in, answers out, as
// src/offline/offline.h tells.

const BAD_FILE = 8; // WASI's word for a file that is not open: there are none
const NANOSECONDS = 1e6; // in a millisecond

/**
 * Starts the module. It is given a clock, and nothing else of the machine.
 * @param {WebAssembly.Module} compiled
 * @returns {Promise<{call: (command: string) => string, memory: WebAssembly.Memory}>} `call`
 *   carries out a command and throws where memory is out
 */
export async function openModule(compiled) {
  let memory = null;
  const noFile = () => BAD_FILE;
  function tellTime(clock, precision, at) {
    new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * NANOSECONDS)), true);
    return 0;
  }
  const { exports } = await WebAssembly.instantiate(compiled, {
    wasi_snapshot_preview1: { clock_time_get: tellTime, fd_close: noFile, fd_seek: noFile, fd_write: noFile },
  });
  const door = /** @type {any} */ (exports);
  memory = door.memory;
  door._initialize();
  const game = door.offline_new();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  function call(command) {
    const bytes = encoder.encode(command);
    const room = game && door.offline_room(game, bytes.length);
    if (!room) throw new RangeError('the command is too long, or memory is out');
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const size = door.offline_call(game);
    if (!size) throw new RangeError('memory is out');
    return decoder.decode(new Uint8Array(memory.buffer, door.offline_answer(game), size));
  }
  return { call, memory };
}
