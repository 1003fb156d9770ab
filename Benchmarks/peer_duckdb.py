#!/usr/bin/env python3
"""peer_duckdb.py IN.csv OUT.csv QUOTA [repeats]: the flagship's awards on a plain file, as one would script them with
DuckDB. With `repeats` it also drops rows whose txn_id came before, as the engine always does."""
import sys
import duckdb

source, out, quota = sys.argv[1:4]
dropped = "QUALIFY row_number() OVER (PARTITION BY txn_id) = 1" if "repeats" in sys.argv[4:] else ""
names = ["txn_id", "card_id", "cardholder_id", "channel", "pay_method", "amount", "txn_time", "type", "original_txn_id"]
types = {name: "VARCHAR" for name in names} | {"amount": "DECIMAL(12, 2)", "txn_time": "TIMESTAMP"}
duckdb.sql(f"""
COPY (
  WITH row AS (
    -- The offset is dropped, so that the clock of the campaign remains.
    SELECT * FROM read_csv('{source}', header = true, columns = {types}, auto_detect = false, nullstr = '') {dropped}
  ), charge AS (
    SELECT txn_id, cardholder_id, channel, txn_time AS moment,
           date_trunc('month', txn_time - INTERVAL 21 DAY) AS cycle
    FROM row
    WHERE pay_method = 'apple_pay' AND channel IN ('app', 'wallet') AND amount >= 100
      AND txn_time >= TIMESTAMP '2016-12-22' AND txn_time < TIMESTAMP '2017-12-22'
  ), in_cycle AS (
    SELECT * FROM charge
    QUALIFY row_number() OVER (PARTITION BY cardholder_id, cycle ORDER BY moment, txn_id) = 1
  ), step AS (
    SELECT *, row_number() OVER (PARTITION BY cardholder_id ORDER BY moment, txn_id) AS n FROM in_cycle QUALIFY n <= 4
  )
  SELECT txn_id, n, CASE channel WHEN 'app' THEN [10, 15, 20, 20][n] ELSE [5, 10, 15, 20][n] END AS award
  FROM step QUALIFY row_number() OVER (ORDER BY moment, txn_id) <= {quota}
  ORDER BY txn_id
) TO '{out}' (HEADER)""")
