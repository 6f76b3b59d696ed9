#!/bin/sh
# A tournament on four machines under Slurm, as docs/cluster.md tells: sbatch tournament.sh
# A job that is stopped and put into the queue again goes on with its journal.
#SBATCH --job-name=flagfall --nodes=4 --ntasks-per-node=1 --cpus-per-task=16 --time=04:00:00
#SBATCH --requeue --open-mode=append
mpirun --enable-recovery --map-by node --bind-to none flagfall tournament \
    level:10 search guarded --games 2000 \
    --nodes 20000 --jobs "$SLURM_CPUS_PER_TASK" --resume "$SLURM_SUBMIT_DIR/all.journal" \
    --record "$SLURM_SUBMIT_DIR/all.ffr" --json >"$SLURM_SUBMIT_DIR/all.json"
