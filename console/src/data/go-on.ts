import { useNavigate, type UseNavigateResult } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Returns a function that goes to another screen, unless the person has closed the form that uses it. */
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
