import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useOpens } from '@/lib/access';
import { usePageTitle } from '@/lib/usePageTitle';
import { ForOrganizations } from './ForOrganizations';
import { Hero } from './Hero';
import { HowItWorks } from './HowItWorks';
import { VerifyCertificate } from './VerifyCertificate';

// Below the first screen and fed by calls of its own, so it need not hold up the page.
const HomeCatalogue = lazy(() => import('./HomeCatalogue'));

/** The front door: what this is, the search, and the ways in. */
export default function HomePage() {
  usePageTitle(undefined);
  const opens = useOpens();
  return (
    <>
      <Hero />
      <Suspense fallback={<Box sx={{ minHeight: { xs: 2600, lg: 1500 } }} />}>
        <HomeCatalogue />
      </Suspense>
      <HowItWorks />
      <ForOrganizations />
      {opens('verifyCertificate') && <VerifyCertificate />}
    </>
  );
}
