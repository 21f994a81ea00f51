#!/bin/bash
# Trains on different parts, a few at once on one GPU, and predicts what each did not see.
# Usage: [FOLDS="0 1"] training/folds.sh BASE DATA OUT MINUTES [options of training.train, such as --repeat-releases 2 --predict-most 2500]
# AT_ONCE says how many share the GPU, three if not set: five ran out of the memory of one with 139 GiB.
set -u
base=$1 data=$2 out=$3 minutes=$4
shift 4
at_once=${AT_ONCE:-3}
read -ra folds <<< "${FOLDS:-0 1 2 3 4}"
left=(court,chat,review,advert clinical,forum,minutes hr,interview,news complaint,comment,school incident,letter,socialwork,support)
watched=(support letter complaint hr news)
mkdir -p "$out"
for fold in "${folds[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do wait -n; done
  python3 -m training.train --base "$base" --data "$data" --out "$out/fold$fold" --fold $fold --leave "${left[$fold]}" \
    --watch "${watched[$fold]}" --minutes "$minutes" --predict "$@" > "$out/fold$fold.txt" 2>&1 &
done
wait
tail -n 2 "$out"/fold?.txt
missing=0
for fold in "${folds[@]}"; do
  [ -s "$out/fold$fold/predictions.jsonl" ] || { echo "fold $fold has no predictions, see $out/fold$fold.txt"; missing=1; }
done
exit $missing
