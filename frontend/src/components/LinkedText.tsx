import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

/** An address of a page, without the signs that end a sentence after it. */
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?،؛؟)\]}])/;

/** Plain text from a user, in paragraphs with clickable URLs. */
export function LinkedText({ text }: { text: string }) {
  return (
    <Typography
      variant="body2"
      component="div"
      dir="auto"
      sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
    >
      {text.split(ADDRESS).map((part, index) =>
        // Addresses stand between the other parts.
        index % 2 === 1 ? (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand in a text twice.
            key={`${index} ${part}`}
            href={part}
            target="_blank"
            rel="noopener noreferrer nofollow"
            dir="ltr"
          >
            {part}
          </Link>
        ) : (
          part
        ),
      )}
    </Typography>
  );
}
