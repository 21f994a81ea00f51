// Records count code points, JavaScript counts UTF-16 units. Everything outside this file counts code points.

export const length = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Code points of a text, cut once: slices by code point without walking the text again. */
export class CodePoints {
  private readonly units: Uint32Array | null;

  constructor(readonly text: string) {
    // Texts without surrogates need no table.
    if (!/[\ud800-\udfff]/.test(text)) {
      this.units = null;
      return;
    }
    const starts: number[] = [];
    let unit = 0;
    for (const point of text) {
      starts.push(unit);
      unit += point.length;
    }
    starts.push(unit);
    this.units = Uint32Array.from(starts);
  }

  get length(): number {
    return this.units === null ? this.text.length : this.units.length - 1;
  }

  unit(point: number): number {
    return this.units === null ? point : (this.units[point] ?? this.text.length);
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }

  point(unit: number): number {
    if (this.units === null) return unit;
    let low = 0;
    let high = this.units.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.units[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
