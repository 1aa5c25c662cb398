package dev.rowan.engine.pool;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/// How the task at `index` of a batch ended.
sealed interface TaskCompletion<R> {

    record WithResult<R>(long index, PooledResult<R> result) implements TaskCompletion<R> {}

    record ByThrowing<R>(Throwable thrown) implements TaskCompletion<R> {}

    /// A task of a batch that adds itself to `ends` when it has ended in any way, without allocating.
    final class Task<R> extends FutureTask<PooledResult<R>> {
        private final long index;
        private final BlockingQueue<Task<R>> ends;

        /// `ends` must have capacity for all tasks of the batch.
        Task(long index, Callable<PooledResult<R>> work, BlockingQueue<Task<R>> ends) {
            super(work);
            this.index = index;
            this.ends = ends;
        }

        @Override
        protected void done() {
            ends.add(this);
        }

        TaskCompletion<R> end() {
            return state() == State.SUCCESS ? new WithResult<>(index, resultNow()) : new ByThrowing<>(exceptionNow());
        }
    }
}
