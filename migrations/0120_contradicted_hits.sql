-- Whether hits of PEP and adverse media lists that facts contradict count for an organization; null for no.
ALTER TABLE screening_profiles ADD COLUMN contradicted_count boolean;
