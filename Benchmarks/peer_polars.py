#!/usr/bin/env python3
"""peer_polars.py IN.csv OUT.csv QUOTA: the flagship's awards on a plain file, as one would script them with polars."""
import sys
import polars as pl

source, out, quota = sys.argv[1], sys.argv[2], int(sys.argv[3])
charge = (
    pl.scan_csv(source, infer_schema=False)
    .filter(pl.col("pay_method") == "apple_pay", pl.col("channel").is_in(["app", "wallet"]))
    .filter(pl.col("amount").cast(pl.Float64) >= 100)
    .select("txn_id", "cardholder_id", "channel", moment=pl.col("txn_time").str.head(19).str.to_datetime("%Y-%m-%dT%H:%M:%S"))
    .filter(pl.col("moment") >= pl.datetime(2016, 12, 22), pl.col("moment") < pl.datetime(2017, 12, 22))
    .with_columns(cycle=pl.col("moment").dt.offset_by("-21d").dt.truncate("1mo"))
    .sort("moment", "txn_id")
    .unique(["cardholder_id", "cycle"], keep="first", maintain_order=True)
    .with_columns(n=pl.int_range(1, pl.len() + 1).over("cardholder_id"))
    .filter(pl.col("n") <= 4)
    .head(quota)
)
app = pl.col("n").replace_strict([1, 2, 3, 4], [10, 15, 20, 20])
award = pl.when(pl.col("channel") == "app").then(app).otherwise(pl.col("n") * 5)
charge.select("txn_id", "n", award=award).sort("txn_id").collect(engine="streaming").write_csv(out)
