package dev.rowan.engine.pool;

/// What a pool does for a row, once per attempt.
@FunctionalInterface
public interface PooledTask<R> {

    /// One attempt. It goes on the wire through `attempt`, and what it returns is the row's result. A
    /// [CapacityException] or a [RetryException] sends it back through the pacer; anything else that it throws is a
    /// defect.
    R attempt(RowContext context, Attempt attempt) throws CapacityException, RetryException, InterruptedException;

    /// The tokens that an attempt is expected to use, if the service counts them, else 0.
    default long tokens(RowContext context) {
        return 0;
    }

    /// The maximum tokens that an attempt can use, which a declared limit counts until the actual usage is known.
    default long maxTokens(RowContext context) {
        return tokens(context);
    }

    /// The number of the attempt's row: retries go in row order.
    default long row(RowContext context) {
        return context.rowIndex();
    }

    /// This task with an expected number of tokens per request.
    default PooledTask<R> ofTokens(long tokens) {
        PooledTask<R> task = this;
        return new PooledTask<>() {
            @Override
            public R attempt(RowContext context, Attempt attempt)
                    throws CapacityException, RetryException, InterruptedException {
                return task.attempt(context, attempt);
            }

            @Override
            public long tokens(RowContext context) {
                return tokens;
            }

            @Override
            public long row(RowContext context) {
                return task.row(context);
            }
        };
    }
}
