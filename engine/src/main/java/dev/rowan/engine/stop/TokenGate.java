package dev.rowan.engine.stop;

/// Guards what is recorded of a token that another thread may end: its join may close without it at any time, and
/// from then on only the ends of its calls are recorded. Thread-safe.
public interface TokenGate {
    /// For a token that only its own thread ends.
    TokenGate OPEN = new TokenGate() {
        @Override
        public void enter() {}

        @Override
        public void leave() {}

        @Override
        public boolean hasEnded() {
            return false;
        }

        @Override
        public void pause(Wait wait) throws InterruptedException {
            wait.run();
        }
    };

    /// A wait of the token's thread.
    @FunctionalInterface
    interface Wait {
        void run() throws InterruptedException;
    }

    /// Holds the row of the token back until [#leave]; throws [TokenEndedException] if the token has ended.
    void enter();

    /// Ends what one [#enter] began.
    void leave();

    /// Whether the token has ended.
    boolean hasEnded();

    /// Waits; throws [TokenEndedException] as soon as the token ends.
    void pause(Wait wait) throws InterruptedException;
}
