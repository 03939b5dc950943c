#!/usr/bin/env bash
# How several processes on one machine compare with one: the table of docs/cluster.md.
#
# usage: tools/scale_cluster.sh NIMZO [CLASS…]      (KRNvKNN and KQRBvKQ where none is named)
#
# Processes of two threads are pinned to two cores each, by 1, 2, 4 … as far as there are cores; then one process
# with a thread for each core, to tell what the machine has to give. Memory and waiting are the least and the most of
# a process. All counts are held equal; it ends with an error where they are not.
set -euo pipefail
nimzo=$(realpath "${1:?usage: tools/scale_cluster.sh NIMZO [CLASS…]}")
shift
classes=("${@:-KRNvKNN}")
[ $# -eq 0 ] && classes=(KRNvKNN KQRBvKQ)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cores=$(nproc)

lscpu | grep -E '^(Model name|CPU\(s\)|Thread\(s\) per core|L2|L3)' || true
grep MemTotal /proc/meminfo || true

# run CLASS PROCESSES THREADS: a row of the table
run() {
    local class=$1 processes=$2 threads=$3 said counts
    local last=$((processes * threads < cores ? processes * threads - 1 : cores - 1))
    said=$(taskset -c "0-$last" "$nimzo" cluster local --processes "$processes" --workers "$threads" -- \
        table build "$class" --metrics wdl,dtc --discard --tables "$folder/tables" 2>&1)
    counts=$(grep -E 'to move:|longest' <<<"$said" | md5sum)
    if [ ! -f "$folder/$class" ]; then
        echo "$counts" >"$folder/$class"
    elif [ "$counts" != "$(cat "$folder/$class")" ]; then
        echo "$class by $processes processes of $threads threads: other counts"$'\n'"$said"
        return 1
    fi
    awk -v class="$class" -v processes="$processes" -v threads="$threads" -v alone="$folder/$class.alone" '
        function mib(number, unit) {
            return number * (unit == "GiB" ? 1024 : unit == "KiB" ? 1 / 1024 : unit == "B" ? 1 / 1048576 : 1)
        }
        function least_and_most(name, value) {
            if (!(name in most) || value > most[name]) most[name] = value
            if (!(name in least) || value < least[name]) least[name] = value
        }
        $3 == "positions," { seconds = $4 }
        /^process [0-9]+: .* sent,/ {
            sent += mib($3, $4)
            for (i = 5; i < NF; i++) {
                if ($i == "to" && $(i - 1) == "up") least_and_most("memory", mib($(i + 1), $(i + 2)))
                if ($i == "of" && $(i + 1) == "its") least_and_most("share", $(i - 1) + 0)
                if ($i == "s" && $(i + 1) ~ /^waiting/) least_and_most("waiting", $(i - 1) + 0)
                if ($i == "s" && $(i + 1) == "of") processor += $(i - 1)
            }
        }
        END {
            if (processes == 1 && threads == 2) print seconds > alone
            else getline one < alone
            if (one == "") one = seconds
            printf "%-8s %2d x %2d  %6.1f s  %4.1f times  %6.1f GiB sent  %5.0f to %5.0f MiB of memory  " \
                "%.2f to %.2f of the share  %4.1f to %4.1f s waiting  %6.1f s of processor time\n",
                class, processes, threads, seconds, one / seconds, sent / 1024, least["memory"], most["memory"],
                least["share"], most["share"], least["waiting"], most["waiting"], processor
        }' <<<"$said"
}

for class in "${classes[@]}"; do
    for ((processes = 1; processes * 2 <= cores; processes *= 2)); do
        run "$class" "$processes" 2
    done
    run "$class" 1 "$cores"
done
