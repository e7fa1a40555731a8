/** A reference or a batch's code: words of capitals and digits, joined by hyphens. */
const CODE = /\b([A-Z0-9]+(?:-[A-Z0-9]+)+)\b/;

/** Renders codes in a text from left to right and without line breaks. */
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
