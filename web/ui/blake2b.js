// BLAKE2b (RFC 7693) with 256 bits and no key: for the promises of armies, which
// are a block or two long, so it is written to be read and not to be fast.

const MASK = (1n << 64n) - 1n;
const BLOCK = 128;
const SIZE = 32;

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

// The order in which a round takes the message's words, a hexadecimal digit a word.
const ORDER = [
  '0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
  '2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0',
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const ROUNDS = 12;

// Columns first, then diagonals.
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/** @param {bigint} word @param {bigint} bits */
const turnedRight = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

/** @param {bigint[]} v @param {number[]} places @param {bigint} x @param {bigint} y */
function mix(v, [a, b, c, d], x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turnedRight(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turnedRight(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turnedRight(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turnedRight(v[b] ^ v[c], 63n);
}

/**
 * One block into the state; `end` is the number of bytes up to its end.
 * @param {bigint[]} h @param {Uint8Array} block @param {number} end @param {boolean} isLast
 */
function compress(h, block, end, isLast) {
  const data = new DataView(block.buffer, block.byteOffset, BLOCK);
  const m = Array.from({ length: 16 }, (_, i) => data.getBigUint64(8 * i, true));
  const v = [...h, ...START];
  v[12] ^= BigInt(end);
  if (isLast) v[14] ^= MASK;
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = ORDER[round % ORDER.length];
    QUARTERS.forEach((quarter, i) => mix(v, quarter, m[order[2 * i]], m[order[2 * i + 1]]));
  }
  h.forEach((word, i) => { h[i] = word ^ v[i] ^ v[i + 8]; });
}

/** The hash of bytes, as 64 hexadecimal digits. @param {Uint8Array} bytes */
export function blake2b(bytes) {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  const h = [...START];
  h[0] ^= 0x01010000n ^ BigInt(SIZE);
  for (let i = 0; i < blocks; i += 1) {
    const isLast = i === blocks - 1;
    compress(h, padded.subarray(i * BLOCK, (i + 1) * BLOCK), isLast ? bytes.length : (i + 1) * BLOCK, isLast);
  }
  const out = new DataView(new ArrayBuffer(SIZE));
  for (let i = 0; i < SIZE / 8; i += 1) out.setBigUint64(8 * i, h[i], true);
  return hexOf(new Uint8Array(out.buffer));
}

/** Bytes as hexadecimal digits. @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
