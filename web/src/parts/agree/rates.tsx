// Rates: never without their interval and what they are out of.

export interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
  numerator: number;
  denominator: number;
}

const percent = (share: number) => `${Math.round(100 * share)}`;

export function rateWords(rate: Rate): string {
  if (rate.value === null) return "–";
  if (rate.low === null || rate.high === null) return `${percent(rate.value)} %`;
  return `${percent(rate.value)} % [${percent(rate.low)}–${percent(rate.high)}]`;
}

export function RateCell({ rate }: { rate: Rate | undefined }) {
  if (!rate) return <td>–</td>;
  const out = Number.isInteger(rate.denominator) ? rate.denominator.toLocaleString("en") : rate.denominator.toFixed(1);
  return (
    <td title={`${rate.numerator} of ${out}`}>
      {rateWords(rate)} <span class="of">of {out}</span>
    </td>
  );
}
