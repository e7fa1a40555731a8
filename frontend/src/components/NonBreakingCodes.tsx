/** A reference or a batch's code: words of capitals and digits, joined by hyphens. */
const CODE = /\b([A-Z0-9]+(?:-[A-Z0-9]+)+)\b/;

/** Renders codes in a text from left to right and without line breaks. */
export function NonBreakingCodes({ text }: { text: string }) {
  return text.split(CODE).map((part, index) =>
    // Every second part is a code.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a code may occur twice in a text.
      <bdi key={`${index} ${part}`} dir="ltr" style={{ whiteSpace: 'nowrap' }}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );
}
