package dev.rowan.cli.terminal;

/// The capabilities of both output streams.
public interface Terminals {

    Terminal out();

    Terminal err();

    /// Both streams with the same fixed capabilities.
    static Terminals fixed(Terminal screen) {
        return new Terminals() {
            @Override
            public Terminal out() {
                return screen;
            }

            @Override
            public Terminal err() {
                return screen;
            }
        };
    }
}
