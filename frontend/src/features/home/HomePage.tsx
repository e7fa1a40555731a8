import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { Deferred } from '@/components/Deferred';
import { withMessages } from '@/i18n';
import { useOpens } from '@/lib/access';
import { usePageTitle } from '@/lib/usePageTitle';
import { ForOrganizations } from './ForOrganizations';
import { Hero } from './Hero';
import { HowItWorks } from './HowItWorks';
import { VerifyCertificate } from './VerifyCertificate';

// Lazy, because it is below the first screen and has its own calls.
const HomeCatalogue = lazy(() => import('./HomeCatalogue'));

const OwnNext = lazy(withMessages(() => import('./OwnNext'), 'enroll', 'my_batches'));

/** The home page: introduction, search and links. */
export default function HomePage() {
  usePageTitle(undefined);
  const opens = useOpens();
  return (
    <>
      {/* Its calls are permitted only for candidates who pass the gates. */}
      {opens('myTrainings') && (
        <Suspense fallback={<Box sx={{ minHeight: { xs: 232, sm: 140 } }} />}>
          <OwnNext />
        </Suspense>
      )}
      <Hero />
      <Suspense fallback={<Box sx={{ minHeight: { xs: 2600, lg: 1500 } }} />}>
        <HomeCatalogue />
      </Suspense>
      <Deferred>
        <HowItWorks />
        <ForOrganizations />
        {opens('verifyCertificate') && <VerifyCertificate />}
      </Deferred>
    </>
  );
}
