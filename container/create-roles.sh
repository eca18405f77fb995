#!/bin/bash
# Runs once, when the database's volume is empty: who migrates, who serves, and the database.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=admin="$(cat /run/secrets/database-admin)" --set=login="$(cat /run/secrets/database-login)" <<'END'
create role shimakaze_admin login createrole password :'admin';
create role shimakaze login password :'login';
create database shimakaze owner shimakaze_admin;
END
