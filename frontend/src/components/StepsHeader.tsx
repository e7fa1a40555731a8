import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** The steps of a process with the active one; on narrow screens labels are below the numbers. */
export function StepsHeader({ steps, active }: { steps: readonly string[]; active: number }) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'));
  return (
    <Stepper activeStep={active} alternativeLabel={narrow} sx={{ mb: { xs: 3, md: 5 } }}>
      {steps.map((label, index) => (
        <Step key={label} aria-current={index === active ? 'step' : undefined}>
          <StepLabel>{label}</StepLabel>
        </Step>
      ))}
    </Stepper>
  );
}
