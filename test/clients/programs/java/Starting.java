package tristore;

/** Starts an emulator, prints its address and waits for its own end: Starting IMAGE [SEED]. */
public final class Starting {
  public static void main(String[] args) throws InterruptedException {
    Emulator.Options options = new Emulator.Options();
    if (args.length > 1) options.seed(args[1]);
    try {
      System.out.println(Emulator.start(args[0], options).baseUrl);
    } catch (Emulator.EmulatorException error) {
      System.err.println(error.code + " " + error.getMessage());
      System.exit(1);
    }
    Thread.sleep(60_000);
  }
}
