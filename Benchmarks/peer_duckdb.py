#!/usr/bin/env python3
"""peer_duckdb.py IN.csv OUT.csv QUOTA: the flagship's awards on a plain file, as one would script them with DuckDB."""
import sys
import duckdb

source, out, quota = sys.argv[1:]
duckdb.sql(f"""
COPY (
  WITH charge AS (
    SELECT txn_id, cardholder_id, channel, txn_time::TIMESTAMP AS moment,
           date_trunc('month', txn_time::TIMESTAMP - INTERVAL 21 DAY) AS cycle
    FROM read_csv('{source}', all_varchar = true)
    WHERE pay_method = 'apple_pay' AND channel IN ('app', 'wallet') AND amount::DECIMAL(12, 2) >= 100
  ), in_period AS (
    SELECT * FROM charge WHERE moment >= TIMESTAMP '2016-12-22' AND moment < TIMESTAMP '2017-12-22'
  ), in_cycle AS (
    SELECT * FROM in_period
    QUALIFY row_number() OVER (PARTITION BY cardholder_id, cycle ORDER BY moment, txn_id) = 1
  ), step AS (
    SELECT *, row_number() OVER (PARTITION BY cardholder_id ORDER BY moment, txn_id) AS n FROM in_cycle QUALIFY n <= 4
  )
  SELECT txn_id, n, CASE channel WHEN 'app' THEN [10, 15, 20, 20][n] ELSE [5, 10, 15, 20][n] END AS award
  FROM step QUALIFY row_number() OVER (ORDER BY moment, txn_id) <= {quota}
  ORDER BY txn_id
) TO '{out}' (HEADER)""")
