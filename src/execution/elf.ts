import { readHeader } from "./read-header.js";

const MAGIC = Buffer.from("\x7fELF");
/** The identification, then type and machine (System V ABI, "ELF Header"). */
const IDENTITY_BYTES = 20;
/** Program headers stand right behind the header in every linker's output. */
const LOADER_SEARCH_BYTES = 4096;
const EXECUTABLE = 2;
const SHARED_OBJECT = 3;
const PT_INTERP = 3;

export function isElf(header: Buffer): boolean {
  return header.length >= IDENTITY_BYTES && header.subarray(0, 4).equals(MAGIC);
}

/** By ELF machine number, the 32-bit machines whose programs a kernel commonly runs too: x86-64 and AArch64. */
const ALSO_RUN: { readonly [machine: number]: readonly number[] } = { 62: [3], 183: [40] };

let ownHeader: Buffer | null = null;

/** Whether byte order, type and machine of an ELF file suit this machine, by those of Node itself. */
export function elfRunsHere(header: Buffer): boolean {
  ownHeader ??= readHeader(process.execPath, IDENTITY_BYTES) ?? Buffer.alloc(0);
  const own = ownHeader;
  if (!isElf(own)) return true;
  const machine = half(own, 18);
  return (
    header[5] === own[5] &&
    [EXECUTABLE, SHARED_OBJECT].includes(half(header, 16)) &&
    [machine, ...(ALSO_RUN[machine] ?? [])].includes(half(header, 18))
  );
}

/** The dynamic loader an ELF program asks for, e.g. `/lib64/ld-linux-x86-64.so.2`; null when it asks for none. */
export function elfLoader(file: string): string | null {
  const bytes = readHeader(file, LOADER_SEARCH_BYTES);
  if (bytes === null || !isElf(bytes) || bytes.length < 64) return null;
  const wide = bytes[4] === 2;
  const offset = wide ? 32 : 28;
  const table = word(bytes, offset, wide);
  const size = half(bytes, wide ? 54 : 42);
  const count = half(bytes, wide ? 56 : 44);
  for (let index = 0; index < count; index++) {
    const at = table + index * size;
    if (at + size > bytes.length || size < 32) return null;
    if (word(bytes, at, false) !== PT_INTERP) continue;
    const start = word(bytes, at + (wide ? 8 : 4), wide);
    const end = bytes.indexOf(0, start);
    return start < bytes.length && end > start ? bytes.toString("utf8", start, end) : null;
  }
  return null;
}

const bigEndian = (elf: Buffer) => elf[5] === 2;
const half = (elf: Buffer, at: number) => (bigEndian(elf) ? elf.readUInt16BE(at) : elf.readUInt16LE(at));

function word(elf: Buffer, at: number, wide: boolean): number {
  if (wide) return Number(bigEndian(elf) ? elf.readBigUInt64BE(at) : elf.readBigUInt64LE(at));
  return bigEndian(elf) ? elf.readUInt32BE(at) : elf.readUInt32LE(at);
}
