#!/usr/bin/env python3
"""generate.py ROWS OUT.csv: a seeded portfolio of card transactions for the flagship campaign.

A year of rows in order of time: many cardholders with few charges and some with many, about a third of the charges
qualify, a few per cent are money back on an earlier charge of the same cardholder, and every two-hundredth row comes a
second time. With --plain there are purchases only, each once, for peers that know nothing else.
"""
import argparse
import random

START = 1482076800  # 2016-12-19T00:00:00 on the clock of the campaign
SECONDS = 372 * 86400
HEADER = "txn_id,card_id,cardholder_id,channel,pay_method,amount,txn_time,type,original_txn_id\n"


def clock(seconds, days={}):
    """Local time as text; one lookup a day."""
    import datetime
    day, second = divmod(seconds, 86400)
    if day not in days:
        days[day] = (datetime.date(1970, 1, 1) + datetime.timedelta(day)).isoformat()
    return f"{days[day]}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}+08:00"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("rows", type=int)
    arguments.add_argument("out")
    arguments.add_argument("--plain", action="store_true")
    given = arguments.parse_args()
    dice = random.Random(20161222)
    cardholders = max(1, given.rows // 12)
    recent = []
    with open(given.out, "w") as out:
        out.write(HEADER)
        for row in range(given.rows):
            holder = int(cardholders * dice.random() ** 3)
            card = holder * 3 + (row % 3 if holder % 4 == 0 else 0)
            channel = ("app", "wallet", "app", "")[card % 4]
            method = "apple_pay" if channel and dice.random() < 0.8 else ""
            amount = 10000 if dice.random() < 0.004 else int(dice.lognormvariate(9.42, 1.2)) + 1
            time = clock(START + SECONDS * row // given.rows + dice.randrange(60))
            kind, original = "purchase", ""
            if not given.plain and recent and dice.random() < 0.08:
                holder, card, amount, original = recent[dice.randrange(len(recent))]
                kind = "refund" if dice.random() < 0.6 else "reversal"
                if kind == "refund":
                    amount = max(1, int(amount * dice.random()))
            name = f"{(row * 0x9E3779B97F4A7C15 + 7) % 2**64:016x}"
            line = f"{name},C{card:09},H{holder:08},{channel},{method},{amount // 100}.{amount % 100:02},{time},{kind},{original}\n"
            out.write(line)
            if not given.plain and row % 200 == 199:
                out.write(line)
            if kind == "purchase":
                recent.append((holder, card, amount, name))
                if len(recent) > 5000:
                    recent[dice.randrange(len(recent))] = recent.pop()


main()
