import { useNavigate, type UseNavigateResult } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Goes on to another screen, unless what was there for it has been closed meanwhile: nobody is taken away from what they write. */
export function useGoOn(): UseNavigateResult<string> {
  const navigate = useNavigate();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return async (options) => {
    if (isThere.current) await navigate(options);
  };
}
