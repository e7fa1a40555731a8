import Box from '@mui/material/Box';

// Rows of isometric crates; some have the logo's check mark.
const COLUMNS = 7;
const ROWS = 9;
const CERTIFIED = new Set([9, 18, 25, 33, 44, 51]);

/** A subtle pattern of stacked crates for dark surfaces; some have a check mark. */
export function CrateField() {
  const crates = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const row = Math.floor(index / COLUMNS);
    const x = (index % COLUMNS) * 72 + (row % 2) * 36;
    return { index, x, y: row * 62 };
  });
  return (
    <Box
      component="svg"
      viewBox="0 0 520 560"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden
      sx={{
        position: 'absolute',
        inset: 0,
        width: 1,
        height: 1,
        maskImage: 'linear-gradient(to bottom, #000 25%, transparent 78%)',
      }}
    >
      {crates.map(({ index, x, y }) => {
        const certified = CERTIFIED.has(index);
        return (
          <g
            key={index}
            transform={`translate(${x - 20} ${y - 30})`}
            fill="none"
            strokeLinejoin="round"
            strokeLinecap="round"
          >
            <path
              d="M36 2 68 20.5v37L36 76 4 57.5v-37z"
              stroke="#34d399"
              strokeOpacity={certified ? 0.9 : 0.16}
              fill={certified ? '#0b5a3c' : 'none'}
              strokeWidth="1.5"
            />
            <path
              d={certified ? 'M20 35 36 45 54 26' : 'M4 20.5 36 39l32-18.5'}
              stroke={certified ? '#ecfdf5' : '#34d399'}
              strokeOpacity={certified ? 1 : 0.16}
              strokeWidth={certified ? 4 : 1.5}
            />
            <path
              d="M36 45v31"
              stroke="#34d399"
              strokeOpacity={certified ? 0.9 : 0.16}
              strokeWidth="1.5"
            />
          </g>
        );
      })}
    </Box>
  );
}
