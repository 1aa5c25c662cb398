package dev.rowan.engine.pool;

/// What a pool does for a row, once for every attempt.
@FunctionalInterface
public interface PooledTask<R> {

    /// One attempt. It goes on the wire through `attempt`, and what it returns is the row's result. A
    /// [CapacityException] or a [RetryException] brings it back through the pacer; anything else that it throws
    /// is a defect.
    R attempt(RowContext context, Attempt attempt) throws CapacityException, RetryException, InterruptedException;

    /// The tokens that an attempt is expected to use, where the service counts them; 0 where it does not.
    default long tokens(RowContext context) {
        return 0;
    }

    /// The most tokens that an attempt can use, which a declared limit counts until it is known what it did use.
    default long maxTokens(RowContext context) {
        return tokens(context);
    }

    /// The number of the row that the attempt is for: retries go in its order.
    default long row(RowContext context) {
        return context.rowIndex();
    }

    /// This task for requests of which each is expected to use so many tokens.
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
