/** A reference or a batch's code: words of capitals and digits, joined by hyphens. */
const CODE = /\b([A-Z0-9]+(?:-[A-Z0-9]+)+)\b/;

/** A text whose codes are read from the left, and broken by no end of a line. */
export function NonBreakingCodes({ text }: { text: string }) {
  return text.split(CODE).map((part, index) =>
    // Codes stand between the other parts.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a code may stand in a text twice.
      <bdi key={`${index} ${part}`} dir="ltr" style={{ whiteSpace: 'nowrap' }}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );
}
