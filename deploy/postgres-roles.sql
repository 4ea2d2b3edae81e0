-- For psql, once, as a superuser: the database with its owner, who migrates, the service, and the role of row-level security.
\set owner_password `cat /run/secrets/owner-password`
\set service_password `cat /run/secrets/service-password`
CREATE ROLE oriki_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE oriki LOGIN PASSWORD :'service_password';
CREATE ROLE oriki_tenant NOLOGIN;
GRANT oriki_tenant TO oriki;
CREATE DATABASE oriki OWNER oriki_owner;
