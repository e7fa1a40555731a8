import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useBrand } from '@/i18n';

const drawCheck = keyframes`
  0% { stroke-dashoffset: 1 }
  45%, 80% { stroke-dashoffset: 0 }
  100% { stroke-dashoffset: -1 }
`;

/** The logo mark: a crate whose lid is a check mark. */
export function LogoMark({ size = 32, animated = false }: { size?: number; animated?: boolean }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 48 48"
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        ...(animated && {
          '& .lid': { strokeDasharray: 1, animation: `${drawCheck} 1.6s ease-in-out infinite` },
        }),
      }}
    >
      <path
        d="M24 5 40.5 14.5v19L24 43 7.5 33.5v-19z"
        fill="#047857"
        stroke="#047857"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M24 28.5V41" fill="none" stroke="#6ee7b7" strokeWidth="4" strokeLinecap="round" />
      <path
        className="lid"
        d="M12.5 21 24 28.5 36.5 15"
        pathLength={1}
        fill="none"
        stroke="#fff"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Box>
  );
}

/** The logo with the product's name in the current language. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25 }}>
      <LogoMark size={size} />
      <Box
        component="span"
        sx={{ fontWeight: 600, fontSize: size * 0.66, lineHeight: 1, color: 'text.primary' }}
      >
        {useBrand()}
      </Box>
    </Box>
  );
}
