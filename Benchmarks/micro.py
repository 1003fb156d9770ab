#!/usr/bin/env python3
"""micro.py ROWS ANNOTATED…: the instructions a row of each hot loop, from what callgrind_annotate has written.

A loop is known by a part of its mangled name. The figures include what it calls.
"""
import re
import sys

LOOPS = [
    ("UTF-8 check", "UTF8CheckO10firstFault2in"),
    ("split into records (RecordReader.next)", "RecordReaderV4next2in"),
    ("parse a row (RowParser.parse)", "RowParserV5parse_2in"),
    ("read a block, with both (FilePart.fill)", "FilePartV4fill"),
    ("screen a block (FilePart.screen)", "FilePartV6screen"),
    ("  of that: find cardholders (nameCardholders)", "FilePartV15nameCardholders"),
    ("find repeats (BucketSearch.search)", "BucketSearch"),
    ("arrange by shard (Arranged.arrange)", "TransactionsBuilderV8arranged"),
    ("screen what is kept, and sort (Evaluator.prepare)", "EvaluatorV7prepare"),
    ("decide in shards (Shard.decideBlock)", "ShardV11decideBlock"),
    ("decide in order (Evaluator.decideInOrder)", "EvaluatorV13decideInOrder"),
    ("print all rows (RowWriter.write)", "RowWriterC"),
    ("everything", "PROGRAM TOTALS"),
]


def counts(path):
    found = {}
    for line in open(path, errors="replace"):
        match = re.match(r"\s*([\d,]+) \([ \d.]+%\)\s+(.*)", line)
        if not match:
            continue
        number = int(match[1].replace(",", ""))
        for name, part in LOOPS:
            if part in match[2]:
                found[name] = max(found.get(name, 0), number)
    return found


def main():
    rows, columns = int(sys.argv[1]), [counts(path) for path in sys.argv[2:]]
    print(f"instructions a row, {rows} rows{'':<28}" + "".join(f"{path.split('.')[0]:>10}" for path in sys.argv[2:]))
    for name, _ in LOOPS:
        print(f"{name:<52}" + "".join(f"{column.get(name, 0) / rows:>10.0f}" for column in columns))


main()
