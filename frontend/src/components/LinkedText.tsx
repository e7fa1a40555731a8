import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

/** A URL without trailing punctuation. */
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
        // Every second part is a URL.
        index % 2 === 1 ? (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: a URL may occur twice in a text.
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
