/** How wide a text is, without a browser to ask: rather too wide than too narrow. */

const WIDTHS: readonly (readonly [string, number])[] = [
  ["ijl.,:;'|!()[] ftI", 0.36],
  ["mwMW@%—#&~^", 0.92],
  ["ABCDEFGHJKLNOPQRSTUVXYZ≤≥≈=+<>∞−", 0.72],
];

const WIDTH_OF = new Map(WIDTHS.flatMap(([chars, width]) => [...chars].map((c) => [c, width])));

export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const char of text) width += WIDTH_OF.get(char) ?? ((char.codePointAt(0) ?? 0) > 0x2e7f ? 1.05 : 0.62);
  return width * size;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
