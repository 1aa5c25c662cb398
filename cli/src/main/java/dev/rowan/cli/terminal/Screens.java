package dev.rowan.cli.terminal;

/// What the two output streams can show.
public interface Screens {

    Screen out();

    Screen err();

    /// Both streams show the same, whatever becomes of the window.
    static Screens fixed(Screen screen) {
        return new Screens() {
            @Override
            public Screen out() {
                return screen;
            }

            @Override
            public Screen err() {
                return screen;
            }
        };
    }
}
