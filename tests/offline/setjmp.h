/* Empty: cmocka.h beside this file does not jump. */
