package dev.rowan.cli.terminal;

/// What the two output streams can show.
public interface Terminals {

    Terminal out();

    Terminal err();

    /// Both streams show the same, whatever becomes of the window.
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
