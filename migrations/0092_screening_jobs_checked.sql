ALTER TABLE exports VALIDATE CONSTRAINT exports_data_type_check;
